export interface EmbeddedPostgresOptions {
  /** The data folder. For root it only names the cluster, which then lives in `/var/lib/<name>-<hash of directory>`. */
  readonly directory: string;
  /** Prefix of what is made outside of `directory`, when something must be; default `countersign`. */
  readonly name?: string;
  /** Server settings (`postgresql.conf` names) for a server started now; one that is taken over keeps its own. */
  readonly settings?: Readonly<Record<string, string>>;
  /** `none` forces nothing to the disk, not even at the end: for data that is thrown away. Default `full`. */
  readonly durability?: 'full' | 'none';
  readonly log?: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** The folder that holds everything of this cluster. */
  readonly base: string;
  readonly pid: number;
  /** True when a server was running already. */
  readonly adopted: boolean;
  /** True when the cluster was made just now. */
  readonly fresh: boolean;
  /** A connection string by socket. Default role: `countersign_owner`, the cluster's superuser. */
  url(database: string, role?: string): string;
  /** Creates the database when it is missing. */
  ensureDatabase(name: string): Promise<void>;
  /** Signs off; the last user's stop ends the server and resolves when it is gone. Safe to call twice. */
  stop(): Promise<void>;
}

/** Starts, or takes over, the PostgreSQL of `directory`. Works as root and as anybody else; refuses Windows. */
export function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres>;
