/** Why the process cannot start, in sentences that a person understands. `main` prints the lines and exits with 1; no stack is shown. */
export class StartupProblem extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'StartupProblem';
  }
}
