import { Global, Module } from '@nestjs/common';
import { AuditService } from './audit.service.js';
import { AuditStore } from './audit.store.js';

@Global()
@Module({ providers: [AuditStore, AuditService], exports: [AuditService] })
export class AuditModule {}
