// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderText } from '../../../src/canonical/display-text.js';
import spoofed from '../../../test/vectors/spoofed-text.json';
import { useFreshPage } from '../testing/dom';
import { SignedText, VisibleText } from './SignedText';

useFreshPage();

/** The text that a rendering stands for: characters as they are, and each chip as the character that it names. */
function decode(element: Element): string {
  let text = '';
  for (const node of element.childNodes) {
    if (node instanceof HTMLElement) {
      const codePoint = node.dataset.codePoint;
      text += codePoint === undefined ? decode(node) : String.fromCodePoint(Number.parseInt(codePoint.slice(2), 16));
    } else text += node.textContent;
  }
  return text;
}

const CORPUS = [
  ...spoofed.map(({ why, text }) => [why, text] as const),
  ['20,000 characters', 'rm -rf ⁦'.repeat(2_500)] as const,
];

describe('signed text', () => {
  it.each(CORPUS)('is shown whole and decodes to what is signed: %s', (_, text) => {
    const { container } = render(<SignedText segments={renderText(text)} as="claim" />);
    expect(decode(container)).toBe(text);
  });

  it('never takes markup for anything but text', () => {
    const { container } = render(<SignedText segments={renderText('<b onclick=alert(1)>approve</b>')} />);
    expect(container.querySelector('b')).toBeNull();
    expect(container.textContent).toBe('<b onclick=alert(1)>approve</b>');
  });

  it('shows an escape by its number and name', () => {
    const { container } = render(<SignedText segments={renderText('order \u202e0002')} />);
    expect(container.textContent).toBe('order ⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩0002');
  });

  it('isolates every run, and keeps a value with an escape in it in one', () => {
    const { container } = render(
      <SignedText
        as="sentence"
        segments={[
          { kind: 'text', text: 'Cancel ', trusted: true },
          { kind: 'text', text: 'A' },
          { kind: 'escape', codePoint: 'U+200B', name: 'ZERO WIDTH SPACE' },
          { kind: 'text', text: '1' },
          { kind: 'text', text: '.', trusted: true },
        ]}
      />,
    );
    const runs = [...container.querySelectorAll('bdi')];
    expect(runs.map((run) => run.textContent)).toEqual(['Cancel ', 'A⟨U+200B ZERO WIDTH SPACE⟩1', '.']);
    expect(runs.map((run) => run.className !== '')).toEqual([false, true, false]);
  });
});

describe('text from elsewhere', () => {
  it('has its hidden characters made visible', () => {
    const { container } = render(<VisibleText>{'Sam\u202e\u200b'}</VisibleText>);
    expect(container.textContent).toBe('Sam⟨U+202E⟩⟨U+200B⟩');
  });

  it('keeps the line feeds of what people wrote', () => {
    const { container } = render(<VisibleText>{'one\ntwo'}</VisibleText>);
    expect(container.textContent).toBe('one\ntwo');
  });
});
