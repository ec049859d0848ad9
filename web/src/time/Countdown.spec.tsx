// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useFreshPage } from '../testing/dom';
import { Countdown } from './Countdown';

useFreshPage();

function count(leftMs: number) {
  vi.useFakeTimers();
  const onOver = vi.fn<() => void>();
  const deadline = new Date(Date.now() + leftMs).toISOString();
  const page = render(
    <MantineProvider env="test">
      <Countdown deadline={deadline} of="decide" onOver={onOver} />
    </MantineProvider>,
  );
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
  return { ...page, onOver, pass, said: () => page.getByRole('status').textContent };
}

describe('the countdown', () => {
  it('says politely, once each, when 10, 5 and 1 minute are left', async () => {
    const { said, pass, getByRole } = count(11 * 60_000);
    expect(said()).toBe('');
    await pass(61);
    expect(said()).toBe('10 minutes left to decide');
    await pass(5 * 60);
    expect(said()).toBe('5 minutes left to decide');
    await pass(4 * 60);
    expect(said()).toBe('1 minute left to decide');
    expect(getByRole('status').getAttribute('aria-live')).toBe('polite');
  });

  it('does not read the seconds aloud', () => {
    const { getByRole } = count(30_000);
    expect(getByRole('timer').closest('[aria-live]')).toBeNull();
  });

  it('asks what the server says when the time is over', async () => {
    const { onOver, pass, getByRole } = count(2_000);
    await pass(3);
    expect(onOver).toHaveBeenCalledOnce();
    expect(getByRole('timer').textContent).toBe('Time to decide is over');
  });
});
