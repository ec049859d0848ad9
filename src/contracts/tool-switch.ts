/** One kill switch as it stands. */
export interface ToolSwitch {
  readonly tool: string;
  readonly disabled: boolean;
  readonly reason: string;
  readonly changedBy: string;
  readonly changedAt: Date;
}
