import { applyDecorators } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiBearerAuth, ApiBody, ApiOperation, ApiQuery, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { type ZodType, z } from 'zod';

interface Documented {
  readonly summary: string;
  readonly body?: ZodType;
  readonly query?: ZodType;
}

type JsonSchema = Record<string, unknown> & { properties?: Record<string, object>; required?: string[] };

/** Documents a route from the schema that also checks it, so that the two cannot differ. */
export function Api({ summary, body, query }: Documented): MethodDecorator {
  const parameters = query === undefined ? {} : (schemaOf(query).properties ?? {});
  return applyDecorators(
    ApiOperation({ summary }),
    ApiBearerAuth(),
    ...(body === undefined ? [] : [ApiBody({ schema: schemaOf(body) })]),
    ...Object.entries(parameters).map(([name, schema]) => ApiQuery({ name, required: false, schema })),
  );
}

/** OpenAPI 3.1 at `/docs` (page) and `/docs-json`. */
export function serveOpenApi(app: NestFastifyApplication, publicUrl: string): void {
  const document = SwaggerModule.createDocument(
    app,
    new DocumentBuilder()
      .setTitle('Countersign')
      .setDescription(
        'Approvals, exactly-once execution and evidence between agents and real effects. Errors are RFC 9457 problems.',
      )
      .setVersion('1')
      .setOpenAPIVersion('3.1.0')
      .addServer(publicUrl)
      .addBearerAuth()
      .build(),
  );
  SwaggerModule.setup('docs', app, document);
}

function schemaOf(schema: ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}
