import { createEngineClient, type EngineCall, type EngineClient, isProviderCall } from './client.ts'
import { type BetterAuth, createEngine, type EngineDeps } from './engine.ts'

type Deps = Omit<EngineDeps, 'origin' | 'providers'> & {
  origin: () => string
  providers: NonNullable<EngineDeps['providers']>
}

/**
 * Creates the client that calls the engines. Uses one engine per public origin, because a passkey is bound to its origin, and a separate engine for
 * calls that involve OpenID Connect providers.
 */
export function openEngines({ origin, providers, ...shared }: Deps): EngineClient {
  const engines = new Map<string, BetterAuth>()
  function engineFor(call: EngineCall): BetterAuth {
    const at = origin()
    const byProvider = isProviderCall(call)
    const key = byProvider ? `${at} providers` : at
    const known = engines.get(key)
    if (known) return known
    const made = createEngine({ ...shared, origin: at, providers: byProvider ? providers : [] })
    engines.set(key, made)
    return made
  }

  const client = createEngineClient(engineFor, shared.baseUrl, shared.secret)
  return async (call, caller) => {
    const answer = await client(call, caller)
    // An engine that has failed to read the endpoints of a provider never tries again. The next call creates a new one.
    if (answer.code === 'PROVIDER_NOT_FOUND' || answer.location?.includes('oauth_provider_not_found')) {
      for (const key of engines.keys()) if (key.endsWith(' providers')) engines.delete(key)
    }
    return answer
  }
}
