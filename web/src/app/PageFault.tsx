import { ProblemState } from '../feedback/ProblemState';

/** A page that could not be drawn, or whose code could not be fetched. Loading it anew mends both. */
export function PageFault({ error }: { error: unknown }) {
  return <ProblemState error={error} onRetry={() => window.location.reload()} />;
}
