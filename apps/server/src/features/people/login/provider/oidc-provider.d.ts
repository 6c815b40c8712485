/** The part of the package’s API that the tests use. The package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export default class OidcProvider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    on(event: string, listen: () => void): void
    Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> }
  }
}
