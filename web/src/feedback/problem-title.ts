import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { UNREACHABLE } from '../api/problem';

/** The codes that the catalogue has words for: the engine's taxonomy, the claim's own refusals, and this page's. */
const PROBLEM_CODES = [
  'INVALID_ARGUMENTS',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'UNKNOWN_TOOL',
  'NOT_FOUND',
  'STALE_RESOURCE',
  'TOOL_CHANGED',
  'POLICY_DENIED',
  'NO_ELIGIBLE_APPROVER',
  'APPROVAL_REQUIRED',
  'REJECTED',
  'EXPIRED',
  'CANCELLED',
  'SUPERSEDED',
  'ALREADY_DECIDED',
  'KEY_REUSE',
  'RESOURCE_BUSY',
  'RATE_LIMITED',
  'CIRCUIT_OPEN',
  'TIMEOUT',
  'OUTCOME_UNKNOWN',
  'TOOL_DISABLED',
  'OUTPUT_INVALID',
  'UNAVAILABLE',
  'INTERNAL',
  'NOT_APPROVED',
  'DIGEST_MISMATCH',
  'REAUTHZ_REQUIRED',
  UNREACHABLE,
  'PAGE_ERROR',
] as const;

type ProblemCode = (typeof PROBLEM_CODES)[number];

/** One sentence for a code; a code that this page does not know yet is shown as it is. */
export function problemTitle(code: string, t: TFunction): string {
  const known = PROBLEM_CODES.find((candidate): candidate is ProblemCode => candidate === code);
  return known === undefined ? t('problem.unknown', { code }) : t(`problem.code.${known}`);
}

export function useProblemTitle(): (code: string) => string {
  const { t } = useTranslation();
  return (code) => problemTitle(code, t);
}
