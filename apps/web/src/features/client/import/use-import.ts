import { useState } from 'react'
import { api, newId } from '../../../platform/api.ts'
import { useMe } from '../../../platform/login.ts'
import { useClientsChanged } from '../live.ts'
import type { Line } from './lines.ts'
import { idOf, sendRows, type Outcome } from './send.ts'

export type Row = Line['client'] & { id: string }
type State =
  | { step: 'idle' }
  | { step: 'running' | 'broken'; sent: number; outcome: Outcome }
  | { step: 'done'; rows: Row[]; outcome: Outcome }

const nothing: Outcome = { added: [], known: [], refused: 0 }

/** Imports the lines of a file. After a failure, `start` continues after the last successful batch. */
export function useImport() {
  const me = useMe()
  const changed = useClientsChanged()
  const [batch] = useState(newId)
  const [state, setState] = useState<State>({ step: 'idle' })
  const start = async (clients: Line['client'][]) => {
    if (state.step === 'running' || state.step === 'done') return
    const from = state.step === 'broken' ? state : { sent: 0, outcome: nothing }
    let reached = { sent: from.sent, outcome: from.outcome }
    setState({ step: 'running', ...reached })
    try {
      const rows = await Promise.all(
        clients.map(async (client) => ({ ...client, id: await idOf(me?.id ?? '', client) })),
      )
      const outcome = await sendRows(
        rows,
        (some) => api.client.importMany({ batch, rows: [...some] }),
        (sent, so) => {
          reached = { sent, outcome: so }
          setState({ step: 'running', ...reached })
        },
        reached,
      )
      setState({ step: 'done', rows, outcome })
    } catch {
      setState({ step: 'broken', ...reached })
    }
    void changed()
  }
  return { state, start: (clients: Line['client'][]) => void start(clients) }
}
