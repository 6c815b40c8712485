import type { Session } from '@attune/contract/features/session'
import { sessionStatuses } from '@attune/contract/features/session.states'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newId, query } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { useLive } from '../../platform/use-live.ts'
import { toast } from '../../ui/toast.ts'
import { calledBy } from './marks.tsx'

/** Reads anew whatever shows sessions: lists, details, the next session of a client. */
export function useSessionsChanged() {
  const client = useQueryClient()
  return () =>
    Promise.all([query.session.key(), query.client.key()].map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Follows the sessions of this person live. */
export function useLiveSessions() {
  const changed = useSessionsChanged()
  useLive('sessions', () => void changed())
  useLive('session_clients', () => void changed())
}

/** A refusal of a step in words. */
export function useRefusalWords(viewer: 'therapist' | 'client') {
  const { t } = useTranslation('session')
  return (error: unknown) => {
    const code = codeOf(error)
    if (code === 'ILLEGAL_TRANSITION' && error instanceof ORPCError) {
      const said = (error.data as { status?: unknown }).status
      const status = sessionStatuses.find((one) => one === said)
      const group = viewer === 'client' ? 'statusForClient' : 'status'
      if (status) return t('refused.changed', { status: t(`${group}.${status}`) })
    }
    return t(code === 'NOT_FOUND' ? 'refused.gone' : 'refused.failed')
  }
}

/** The command of an act: the same for every repeat of the same content, a new one for another content. */
export function useCommands() {
  const commands = useRef(new Map<string, string>())
  return (content: unknown) => {
    const key = JSON.stringify(content)
    const command = commands.current.get(key) ?? newId()
    commands.current.set(key, command)
    return command
  }
}

type Tap = 'accept' | 'acceptOnBehalf'

/**
 * The answers of one tap. Two taps on the same state of a session are one act: the command is made once for it,
 * and a new one only after the session changed.
 */
export function useTap(session: Session, tap: Tap) {
  const { t } = useTranslation('session')
  const viewer = tap === 'accept' ? 'client' : 'therapist'
  const changed = useSessionsChanged()
  const words = useRefusalWords(viewer)
  const commandFor = useCommands()
  return useMutation({
    mutationFn: () => {
      const { id, status, sequence } = session
      return api.session[tap]({ id, command: commandFor({ id, status, sequence }) })
    },
    onSuccess: (after) => {
      toast({
        variant: 'success',
        title: t(tap === 'accept' ? 'done.accepted' : 'done.acceptedOnBehalf', { name: calledBy(after, viewer) }),
      })
      return changed()
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: words(error) })
      return changed()
    },
  })
}
