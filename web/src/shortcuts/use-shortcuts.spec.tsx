// @vitest-environment jsdom
import { fireEvent, render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { prefer } from '../preferences/preferences';
import { useFreshPage } from '../testing/dom';
import { useShortcuts } from './use-shortcuts';

useFreshPage();

function Page({ onJ, dialog }: { onJ: () => void; dialog?: string }) {
  useShortcuts({ j: onJ });
  return (
    <>
      <input aria-label="field" />
      <textarea aria-label="area" />
      <div contentEditable suppressContentEditableWarning data-testid="editor" />
      {dialog !== undefined && <div role="dialog">{dialog}</div>}
    </>
  );
}

describe('shortcuts', () => {
  it('run', () => {
    const onJ = vi.fn<() => void>();
    render(<Page onJ={onJ} />);
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(onJ).toHaveBeenCalledOnce();
  });

  it('are inert where one types, with a modifier, while composing, and behind a dialog', () => {
    const onJ = vi.fn<() => void>();
    const { getByLabelText, getByTestId, rerender } = render(<Page onJ={onJ} />);
    for (const target of [getByLabelText('field'), getByLabelText('area'), getByTestId('editor')]) {
      fireEvent.keyDown(target, { key: 'j' });
    }
    fireEvent.keyDown(document.body, { key: 'j', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 'j', metaKey: true });
    fireEvent.keyDown(document.body, { key: 'j', altKey: true });
    fireEvent.keyDown(document.body, { key: 'j', isComposing: true });
    rerender(<Page onJ={onJ} dialog="sheet" />);
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(onJ).not.toHaveBeenCalled();
  });

  it('can be switched off', () => {
    const onJ = vi.fn<() => void>();
    render(<Page onJ={onJ} />);
    prefer('shortcuts', 'off');
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(onJ).not.toHaveBeenCalled();
  });
});
