import { IconCheck, IconCircleDashed, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatusBadge, type IconType } from '../page/status/StatusBadge.tsx'
import type { SaveState } from './use-save-state.ts'

/** The icons of the expected states. Every other state is a problem. */
const quietIcons: Partial<Record<SaveState, IconType>> = { saved: IconCheck, saving: IconClock }

type Props = {
  state: SaveState
  /** Replaces the usual text of the state, for example with the time of the save or the reason for the refusal. */
  text?: string | null | false
  /** Whether screen readers announce only problems, because the person types for a long time. */
  isQuiet?: boolean
}

/** Shows whether the value of an editor is saved. */
export function SaveStatus({ state, text, isQuiet = false }: Props) {
  const { t } = useTranslation('common')
  const quietIcon = quietIcons[state]
  const tone = quietIcon ? 'quiet' : state === 'refused' ? 'danger' : 'warning'
  return (
    <span role={isQuiet && quietIcon ? undefined : 'status'}>
      <StatusBadge icon={quietIcon ?? IconCircleDashed} tone={tone}>
        {text || t(`outcome.${state}`)}
      </StatusBadge>
    </span>
  )
}
