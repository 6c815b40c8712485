import type { ClientId } from '@attune/contract/common/ids'
import { useState } from 'react'
import { api, createId } from '../../../../platform/api/api.ts'
import { useMe } from '../../../../platform/login/login.ts'
import { useInvalidateClients } from '../use-client-updates.ts'
import type { ImportLine } from './import-lines.ts'
import { importRowId, sendInBatches, type ImportOutcome } from './send-in-batches.ts'

export type ImportedClientRow = ImportLine['client'] & { id: ClientId }
type State =
  | { step: 'idle' }
  | { step: 'running' | 'broken'; sent: number; outcome: ImportOutcome }
  | { step: 'done'; rows: ImportedClientRow[]; outcome: ImportOutcome }

const nothing: ImportOutcome = { added: [], known: [], refused: 0 }

/** Imports the lines of a file. After a failure, calling `start` again continues after the last successful batch. */
export function useClientImport() {
  const me = useMe()
  const changed = useInvalidateClients()
  const [batch] = useState(createId)
  const [state, setState] = useState<State>({ step: 'idle' })
  const start = async (clients: ImportLine['client'][]) => {
    if (state.step === 'running' || state.step === 'done') return
    const from = state.step === 'broken' ? state : { sent: 0, outcome: nothing }
    let reached = { sent: from.sent, outcome: from.outcome }
    setState({ step: 'running', ...reached })
    try {
      const rows = await Promise.all(
        clients.map(async (client) => ({ ...client, id: await importRowId(me?.id ?? '', client) })),
      )
      const outcome = await sendInBatches(
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
  return { state, start: (clients: ImportLine['client'][]) => void start(clients) }
}
