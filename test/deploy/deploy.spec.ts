import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { claimsOf, LOCAL_PEOPLE } from '../../src/identity/local-provider/people.js';

interface Realm {
  clients: {
    clientId: string;
    redirectUris: string[];
    implicitFlowEnabled: boolean;
    directAccessGrantsEnabled: boolean;
  }[];
  users: { username: string; email: string; attributes: Record<string, string[]> }[];
  components: Record<string, { config: Record<string, string[]> }[]>;
}

interface Compose {
  services: Record<string, { secrets?: string[]; environment?: Record<string, string> }>;
  secrets: Record<string, { file: string }>;
}

const text = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
const realm: Realm = JSON.parse(text('deploy/keycloak/realm.json'));
const compose: Compose = parse(text('docker-compose.yml'), { merge: true });

describe('the realm of the production shape', () => {
  it('knows the same people, with the same rights, as local mode', () => {
    const inRealm = realm.users.map(({ username, email, attributes }) => ({ username, email, ...attributes }));
    const local = LOCAL_PEOPLE.map((person) => {
      const { tenant, human, roles, business_lines, email } = claimsOf(person);
      const lines = business_lines.length > 0 ? { business_lines } : {};
      return { username: person.username, email, tenant: [tenant], human: [human], roles, ...lines };
    });
    expect(inRealm).toEqual(local);
  });

  it('lets nobody but an administrator see or change the attributes that rights are made of', () => {
    const [profile] = realm.components['org.keycloak.userprofile.UserProfileProvider'] ?? [];
    const { attributes } = JSON.parse(profile?.config['kc.user.profile.config']?.[0] ?? '{}');
    for (const name of ['tenant', 'human', 'roles', 'business_lines']) {
      const attribute = attributes.find((candidate: { name: string }) => candidate.name === name);
      expect({ name, ...attribute?.permissions }).toEqual({ name, view: ['admin'], edit: ['admin'] });
    }
  });

  it('sends the console’s codes to the console only, and hands out no token without a login page', () => {
    const console = realm.clients.find(({ clientId }) => clientId === 'countersign-console');
    expect(console?.redirectUris).toEqual([`\${COUNTERSIGN_PUBLIC_URL}/console/auth/callback`]);
    const loose = realm.clients.filter((client) => client.implicitFlowEnabled || client.directAccessGrantsEnabled);
    expect(loose).toEqual([]);
  });

  it('gets a value for each of its placeholders', () => {
    const given =
      text('deploy/keycloak/start.sh') + Object.keys(compose.services['identity']?.environment ?? {}).join(' ');
    const wanted = [...text('deploy/keycloak/realm.json').matchAll(/\$\{(\w+)\}/g)].map(([, name]) => String(name));
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter((name) => !given.includes(name))).toEqual([]);
  });
});

describe('the secrets of the production shape', () => {
  it('are all made by make-secrets.sh, and each is handed to somebody', () => {
    const made = text('deploy/make-secrets.sh');
    const used = new Set(Object.values(compose.services).flatMap(({ secrets }) => secrets ?? []));
    expect([...used].sort()).toEqual(Object.keys(compose.secrets).sort());
    const unmade = Object.values(compose.secrets).filter(({ file }) => !made.includes(String(file.split('/').at(-1))));
    expect(unmade).toEqual([]);
  });

  it('keep the password of the schema’s owner from the engine', () => {
    for (const name of ['api', 'worker']) {
      expect(compose.services[name]?.secrets).toContain('database_url');
      expect(compose.services[name]?.secrets).not.toContain('database_owner_url');
    }
  });
});
