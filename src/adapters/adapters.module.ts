import { Global, Module } from '@nestjs/common';
import { LocalHandlers } from './local-handlers.js';

@Global()
@Module({ providers: [LocalHandlers], exports: [LocalHandlers] })
export class AdaptersModule {}
