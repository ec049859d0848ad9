import { Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { ApprovalSigner } from './approval-signer.js';
import { ConsoleLoginController } from './console/console-login.controller.js';
import { ConsoleLogin } from './console/console-login.service.js';
import { ConsoleSessions } from './console/console-session.service.js';
import { ConsoleSessionStore } from './console/console-session.store.js';
import { DirectoryService } from './directory.service.js';
import { DirectoryStore } from './directory.store.js';
import { ISSUER_URL, Issuer } from './issuer.js';
import { LocalProvider } from './local-provider/local-provider.service.js';
import { PROVIDER_PATH } from './local-provider/provider.js';
import { LocalDirectorySeed } from './local-provider/seed.js';
import { PrincipalGuard } from './principal.guard.js';
import { PrincipalStore } from './principal.store.js';
import { loadSigningKey, SigningKey } from './signing-key.js';
import { SigningKeyStore } from './signing-key.store.js';
import { TokenVerifier } from './token-verifier.js';

@Module({
  controllers: [ConsoleLoginController],
  providers: [
    {
      provide: ISSUER_URL,
      inject: [Config],
      useFactory: (config: Config) => config.oidcIssuer ?? `${config.publicUrl}${PROVIDER_PATH}`,
    },
    { provide: SigningKey, inject: [Config], useFactory: loadSigningKey },
    Issuer,
    PrincipalStore,
    TokenVerifier,
    DirectoryStore,
    DirectoryService,
    SigningKeyStore,
    ApprovalSigner,
    ConsoleSessionStore,
    ConsoleSessions,
    ConsoleLogin,
    PrincipalGuard,
    LocalDirectorySeed,
    LocalProvider,
  ],
  exports: [TokenVerifier, DirectoryService, ApprovalSigner, ConsoleSessions, PrincipalGuard, Issuer],
})
export class IdentityModule {}
