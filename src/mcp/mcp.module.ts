import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { RuntimeModule } from '../runtime/runtime.module.js';
import { ActionTools } from './action-tools.js';
import { McpEndpoint } from './mcp.endpoint.js';
import { ToolCalls } from './tool-calls.js';

/** The MCP transport: one endpoint for agents of every protocol generation. */
@Module({
  imports: [IdentityModule, RuntimeModule],
  providers: [ActionTools, ToolCalls, McpEndpoint],
})
export class McpModule {}
