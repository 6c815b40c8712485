import type { AssistantAnswer } from '@attune/contract/features/assistant/assistant/assistant'
import type { AnswerFailureReason } from '@attune/contract/features/assistant/assistant-setup/assistant-setup.rules'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../../platform/api/api.ts'
import { errorCode, refusalData } from '../../../../platform/api/errors.ts'
import { useRefetchAssistant } from '../use-assistant-status.ts'

/** The reason why there is no complete answer. `until` is the instant until which the assistant is paused. */
export type AnswerFailure =
  | {
      kind:
        | 'stopped'
        | 'failed'
        | 'refusedKey'
        | 'noCredit'
        | 'tooLong'
        | 'misconfigured'
        | 'busy'
        | 'serverError'
        | 'timeout'
        | 'offline'
        | 'limit'
        | 'changed'
        | 'names'
        | 'consent'
        | 'withdrawn'
        | 'inactive'
        | 'off'
        | 'gone'
        | 'asked'
        | 'full'
    }
  | { kind: 'paused'; until: string }
  | { kind: 'fixed'; question: 'diagnosis' | 'risk' }

export type AnswerState =
  | { phase: 'idle' }
  | { phase: 'streaming'; text: string }
  | { phase: 'done'; answer: AssistantAnswer }
  | { phase: 'broken'; text: string; failure: AnswerFailure }

const kinds: Record<string, Exclude<AnswerFailure['kind'], 'paused' | 'fixed'>> = {
  DAILY_LIMIT: 'limit',
  CHANGED: 'changed',
  NAMES: 'names',
  NO_CONSENT: 'consent',
  WITHDRAWN: 'withdrawn',
  RECORD_INACTIVE: 'inactive',
  OFF: 'off',
  NOT_SWITCHED_ON: 'off',
  NOT_FOUND: 'gone',
  ALREADY_ASKED: 'asked',
  CONVERSATION_FULL: 'full',
}

/** The kinds of failure for those reasons of the endpoint that have a separate explanation. Every other reason is shown as `failed`. */
const failedKinds: Partial<Record<AnswerFailureReason, keyof typeof helpfulRetries>> = {
  'refused-key': 'refusedKey',
  'no-credit': 'noCredit',
  'too-long': 'tooLong',
  'unknown-model': 'misconfigured',
  'other-model': 'misconfigured',
  'wrong-answer': 'misconfigured',
  'not-allowed': 'misconfigured',
  'wrong-certificate': 'misconfigured',
  'too-many-requests': 'busy',
  'server-error': 'serverError',
  timeout: 'timeout',
}

/** The failures of the endpoint, and whether the same request can succeed later. */
export const helpfulRetries = {
  failed: true,
  refusedKey: false,
  noCredit: false,
  tooLong: false,
  misconfigured: false,
  busy: true,
  serverError: true,
  timeout: true,
} as const

/** Returns the reason why a request to the assistant failed. */
export function answerFailureOf(error: unknown): AnswerFailure {
  const paused = refusalData<{ until: string }>(error, 'PAUSED')
  if (paused) return { kind: 'paused', until: paused.until }
  const fixed = refusalData<{ question: 'diagnosis' | 'risk' }>(error, 'FIXED_ANSWER')
  if (fixed) return { kind: 'fixed', question: fixed.question }
  const failed = refusalData<{ reason: AnswerFailureReason } | undefined>(error, 'FAILED')
  if (failed) return { kind: failedKinds[failed.reason] ?? 'failed' }
  const kind = kinds[errorCode(error)]
  if (kind) return { kind }
  return { kind: navigator.onLine ? 'failed' : 'offline' }
}

type AskInput = Parameters<typeof api.assistant.ask>[0]

/**
 * Returns the state of a request and functions that send, repeat, stop and reset it. Sending another request, or leaving the page, aborts the running
 * one.
 */
export function useAnswer() {
  const refetch = useRefetchAssistant()
  const [state, setState] = useState<AnswerState>({ phase: 'idle' })
  const [last, setLast] = useState<AskInput | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const ask = async (input: AskInput) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setLast(input)
    let text = ''
    const show = (next: AnswerState) => running.current === controller && setState(next)
    show({ phase: 'streaming', text })
    try {
      const stream = await api.assistant.ask(input, { signal: controller.signal })
      for (let step = await stream.next(); ; step = await stream.next()) {
        if (step.done) {
          show({ phase: 'done', answer: step.value })
          break
        }
        text += step.value.text
        show({ phase: 'streaming', text })
      }
    } catch (error) {
      const failure: AnswerFailure = controller.signal.aborted ? { kind: 'stopped' } : answerFailureOf(error)
      // After a withdrawn consent, no text about the client may remain on the screen.
      const isGone = failure.kind === 'withdrawn' || failure.kind === 'consent'
      show({ phase: 'broken', text: isGone ? '' : text, failure })
    }
    void refetch()
  }
  return {
    state,
    ask: (input: AskInput) => void ask(input),
    /** Sends the same request again. */
    askAgain: () => last && void ask(last),
    stop: () => running.current?.abort(),
    reset: () => {
      running.current?.abort()
      running.current = null
      setState({ phase: 'idle' })
    },
  }
}

export type AnswerControl = ReturnType<typeof useAnswer>
