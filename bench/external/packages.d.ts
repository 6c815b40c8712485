// The parts of the packages of this folder that the bench uses. They are installed only by the bench, so the type check cannot read their own types.

declare module 'lighthouse' {
  type Audit = { score: number | null; numericValue?: number; details?: { type: string; items?: unknown[] } }
  type Category = { score: number | null; auditRefs: { id: string; weight: number }[] }
  type Result = {
    runtimeError?: { message: string }
    finalDisplayedUrl: string
    audits: Record<string, Audit>
    categories: Record<string, Category>
    environment: { benchmarkIndex: number }
  }
  type Flags = { port: number; output: 'json'; logLevel: 'error'; onlyCategories: string[] }
  export default function lighthouse(url: string, flags: Flags): Promise<{ lhr: Result } | undefined>
}

declare module 'postgraphile' {
  import type { Server } from 'node:http'
  type Preset = {
    extends: object[]
    plugins: object[]
    disablePlugins: string[]
    pgServices: object[]
    grafserv: object
    grafast: { explain: boolean; context: (request: { node?: unknown }) => Promise<object> }
  }
  type GrafservInstance = { addTo: (server: Server) => Promise<void> }
  export function postgraphile(preset: Preset): { createServ: (grafserv: object) => GrafservInstance }
}

declare module 'postgraphile/adaptors/pg' {
  import type { Pool } from 'pg'
  export function makePgService(options: { pool: Pool; schemas: string[] }): object
}

declare module 'postgraphile/grafserv/node' {
  export const grafserv: object
}

declare module 'postgraphile/presets/amber' {
  export const PostGraphileAmberPreset: object
}

declare module 'postgraphile/utils' {
  type Sql = ((strings: TemplateStringsArray, ...values: unknown[]) => object) & { value: (text: string) => object }
  export function addPgTableCondition(
    table: { schemaName: string; tableName: string },
    name: string,
    fieldSpec: (build: { graphql: { GraphQLString: object } }) => { type: object },
    condition: (value: unknown, helpers: { sql: Sql; sqlTableAlias: object }) => object,
  ): object
}
