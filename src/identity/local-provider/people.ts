/** A company of the demonstration. */
export interface LocalTenant {
  readonly id: string;
  readonly name: string;
}

/** Somebody who can log in at the embedded provider. Passwords are public on purpose: see `assertLocalProviderAllowed`. */
export interface LocalPerson {
  readonly username: string;
  readonly password: string;
  readonly tenant: string;
  /** Two accounts of one person share it. */
  readonly human: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly businessLines: readonly string[];
  readonly about: { readonly en: string; readonly zh: string };
}

export const LOCAL_TENANTS: readonly LocalTenant[] = [
  { id: 'acme', name: 'Acme Trading 顶峰贸易' },
  { id: 'globex', name: 'Globex 环球实业' },
];

const SECOND_ACCOUNT = {
  en: 'Sam’s second account: supervisor and platform engineer, but still the same human',
  zh: 'Sam 的第二个账号：主管兼平台工程师，但仍是同一个人',
};

export const LOCAL_PEOPLE: readonly LocalPerson[] = [
  person('acme', 'erin', 'Erin Walsh', ['employee'], ['retail'], { en: 'Employee, retail', zh: '员工，零售' }),
  person('acme', 'sam', 'Sam Okafor', ['supervisor'], ['retail'], { en: 'Supervisor, retail', zh: '主管，零售' }),
  person('acme', 'sofia', 'Sofia Reyes', ['supervisor'], ['retail'], { en: 'Supervisor, retail', zh: '主管，零售' }),
  person('acme', 'wei', 'Wei Zhang 张伟', ['supervisor'], ['wholesale'], {
    en: 'Supervisor, wholesale',
    zh: '主管，批发',
  }),
  person('acme', 'ana', 'Ana Lindqvist', ['auditor'], [], { en: 'Auditor', zh: '审计员' }),
  person('acme', 'petra', 'Petra Novak', ['platform'], [], { en: 'Platform engineer', zh: '平台工程师' }),
  {
    ...person('acme', 'sam.admin', 'Sam Okafor (admin)', ['platform', 'supervisor'], ['retail'], SECOND_ACCOUNT),
    human: 'sam',
  },
  person('globex', 'gus', 'Gus Keller', ['employee'], ['retail'], { en: 'Employee, retail', zh: '员工，零售' }),
  person('globex', 'gina', 'Gina Moretti', ['supervisor'], ['retail'], { en: 'Supervisor, retail', zh: '主管，零售' }),
  person('globex', 'hiro', 'Hiro Tanaka', ['supervisor'], ['retail'], { en: 'Supervisor, retail', zh: '主管，零售' }),
  person('globex', 'aldo', 'Aldo Ferri', ['auditor'], [], { en: 'Auditor', zh: '审计员' }),
  person('globex', 'paula', 'Paula Stein', ['platform'], [], { en: 'Platform engineer', zh: '平台工程师' }),
];

export function personCalled(username: string): LocalPerson | undefined {
  return LOCAL_PEOPLE.find((somebody) => somebody.username === username);
}

/** The claims that the embedded provider makes about a person, in ID tokens and access tokens alike. */
export function claimsOf(somebody: LocalPerson) {
  return {
    tenant: somebody.tenant,
    human: somebody.human,
    name: somebody.name,
    email: somebody.email,
    roles: [...somebody.roles],
    business_lines: [...somebody.businessLines],
  };
}

function person(
  tenant: string,
  username: string,
  name: string,
  roles: readonly string[],
  businessLines: readonly string[],
  about: LocalPerson['about'],
): LocalPerson {
  const email = `${username}@${tenant}.example`;
  return { username, password: `${username}-demo`, tenant, human: username, name, email, roles, businessLines, about };
}
