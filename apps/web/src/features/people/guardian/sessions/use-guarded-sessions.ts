import type { GuardedSession } from '@attune/contract/features/people/guardian/guardian.sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useSessionRefusalText } from '../../../schedule/session/session.ts'

/** Returns a function that loads the data of the pages of guardians again. */
function useInvalidateGuardian() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: orpc.guardian.key() })
}

/** Loads the sessions of the client again when one of them changes. */
export function useSubscribeToGuardedSessions() {
  const changed = useInvalidateGuardian()
  useSubscription('sessions', () => void changed())
  useSubscription('session_clients', () => void changed())
  useSubscription('change_requests', () => void changed())
}

type Options<Input> = {
  send: (input: Input) => Promise<GuardedSession>
  /** The toast after success. */
  done: (session: GuardedSession) => string
  onDone?: () => void
  /** Whether the caller shows a refusal itself. */
  showsRefusal?: boolean
}

/** Returns a mutation with which a guardian changes a session, and the text of its refusal. */
export function useGuardianStep<Input = void>({ send, done, onDone, showsRefusal = false }: Options<Input>) {
  const changed = useInvalidateGuardian()
  const refusal = useSessionRefusalText('client', 'update')
  const step = useMutation({
    mutationFn: send,
    onSuccess: (session) => {
      toast({ variant: 'success', title: done(session) })
      onDone?.()
    },
    onError: (error) => {
      if (!showsRefusal) toast({ variant: 'destructive', title: refusal(error) })
    },
    onSettled: changed,
  })
  return { ...step, problem: step.error ? refusal(step.error) : null }
}
