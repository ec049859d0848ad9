/**
 * The reason that is being typed, by request: it survives a closed sheet, a conflict and a sign-in on the way. It stays in
 * this tab and is forgotten when the decision is recorded.
 */
export interface Drafts {
  read(action: string): string;
  write(action: string, reason: string): void;
  forget(action: string): void;
}

export function createDrafts(storage: () => Storage): Drafts {
  const memory = new Map<string, string>();
  const key = (action: string) => `countersign.draft.${action}`;
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    read: (action) => memory.get(action) ?? attempt(() => storage().getItem(key(action)), null) ?? '',
    write(action, reason) {
      memory.set(action, reason);
      attempt(() => storage().setItem(key(action), reason), undefined);
    },
    forget(action) {
      memory.delete(action);
      attempt(() => storage().removeItem(key(action)), undefined);
    },
  };
}

export const drafts = createDrafts(() => window.sessionStorage);
