import { randomBytes } from 'node:crypto'
import {
  promptOfCase,
  readCaseAnswer,
  readCases,
  scoreAnswer,
  type CaseInLanguage,
  type CaseScore,
} from '../apps/server/src/features/assistant/assistant/request/cases.testing.ts'
import { openAssistant } from '../apps/server/src/platform/assistant/endpoint.client.ts'
import { neverPaused } from '../apps/server/src/testing/assistant/pause.ts'
import {
  AssistantPaused,
  EndpointFailed,
  requestBody,
  Truncated,
  type AssistantClient,
  type Endpoint,
} from '../apps/server/src/platform/assistant/endpoint.ts'
import { openOutbound } from '../apps/server/src/platform/outbound/outbound.ts'

/** The score of one case; `failure` if no complete answer arrived. */
type CaseResult = CaseScore & { id: string; language: string; failure: string | null }

/**
 * Reads the endpoint from `--kind=`, `--address=`, `--model=` and `--timeout=` (seconds), or from ATTUNE_MODEL_KIND, _ADDRESS and _MODEL. The key
 * comes only from ATTUNE_MODEL_KEY, because other users of a machine can see arguments.
 */
export function readEndpoint(args: readonly string[], env: NodeJS.ProcessEnv): Endpoint {
  const option = (name: string) =>
    args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ??
    env[`ATTUNE_MODEL_${name.toUpperCase()}`] ??
    ''
  const [kind, address, model] = [option('kind') || 'openai', option('address'), option('model')]
  if ((kind !== 'openai' && kind !== 'anthropic') || !URL.canParse(address) || model === '')
    throw new Error('Give --kind=openai or --kind=anthropic, --address=https://… and --model=…')
  const timeoutMilliseconds = 1000 * Number(option('timeout') || 120)
  return { kind, address, model, key: env.ATTUNE_MODEL_KEY ?? null, timeoutMilliseconds }
}

/** Sends the 40 made-up cases to an endpoint, one after the other, and scores the answers. No record of a client is involved. */
export async function scoreModel(endpoint: Endpoint, say: (line: string) => void): Promise<CaseResult[]> {
  const url = new URL(endpoint.address)
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const isLocal = /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[)|\.local$/.test(url.hostname)
  const outbound = openOutbound({ localHosts: isLocal ? [`${url.hostname}:${port}`] : [] })
  const client = openAssistant({ outbound, pause: neverPaused })
  const results: CaseResult[] = []
  for (const each of readCases()) {
    const result = await scoreCase(client, endpoint, each)
    say(
      `${each.id}: ${result.failure ?? `${result.supported} of ${result.sentences} sentences, ${result.found} of ${result.facts} facts`}`,
    )
    results.push(result)
  }
  return results
}

async function scoreCase(client: AssistantClient, endpoint: Endpoint, each: CaseInLanguage): Promise<CaseResult> {
  const place = { id: each.id, language: each.language }
  const parts: string[] = []
  try {
    const body = requestBody(endpoint, promptOfCase(each, randomBytes(16).toString('hex')))
    // Every case counts, so there is no pause after failures.
    const signal = new AbortController().signal
    for await (const part of client.ask(endpoint, body, { signal, isTest: true })) parts.push(part)
    return { ...place, ...scoreAnswer(each, readCaseAnswer(each, parts)), failure: null }
  } catch (error) {
    if (!(error instanceof EndpointFailed || error instanceof Truncated || error instanceof AssistantPaused))
      throw error
    const score = { sentences: 0, supported: 0, facts: each.facts.length, found: 0, hasForm: false }
    return { ...place, ...score, failure: error.message || error.name }
  }
}

/** Returns the table of a run with the shares of supported sentences, found facts, and answers in the required form, by language and in total. */
export function modelTable(results: readonly CaseResult[]): string {
  const share = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`)
  const sum = (list: readonly CaseResult[], of: (result: CaseResult) => number) =>
    list.reduce((total, each) => total + of(each), 0)
  const row = (name: string, list: readonly CaseResult[]) =>
    [
      '',
      name,
      list.length,
      list.filter(({ failure }) => failure === null).length,
      share(
        sum(list, (each) => each.supported),
        sum(list, (each) => each.sentences),
      ),
      share(
        sum(list, (each) => each.found),
        sum(list, (each) => each.facts),
      ),
      share(
        sum(list, (each) => Number(each.hasForm)),
        list.length,
      ),
      '',
    ]
      .join(' | ')
      .trim()
  const languages = [...new Set(results.map(({ language }) => language))]
  return [
    '| language | cases | answered | sentences with a source | facts found | form kept |',
    '| --- | --- | --- | --- | --- | --- |',
    ...languages.map((language) =>
      row(
        language,
        results.filter((each) => each.language === language),
      ),
    ),
    row('all', results),
  ].join('\n')
}
