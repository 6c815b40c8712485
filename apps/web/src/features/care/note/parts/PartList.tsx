import { IconAlertTriangle, IconCheck, IconCircle, IconPencil, IconSignature, IconUserOff } from '@tabler/icons-react'
import { isFilled } from '@attune/contract/common/text/text'
import { useTranslation } from 'react-i18next'
import { ScrollRow } from '../../../../ui/page/row/ScrollRow.tsx'
import classes from './parts.module.css'
import { partElementId, type ShownNotePart } from './shown-parts.ts'
import type { OpenParts, OpenPartState } from './use-open-parts.ts'

const icons = {
  signed: IconSignature,
  conflict: IconAlertTriangle,
  unsaved: IconPencil,
  written: IconCheck,
  missing: IconUserOff,
  empty: IconCircle,
}

function stateOf({ note, missing }: ShownNotePart, state: OpenPartState | undefined): keyof typeof icons {
  if (note.signedAt) return 'signed'
  if (state?.phase === 'conflict' || state?.phase === 'refused') return 'conflict'
  if (state && state.phase !== 'saved') return 'unsaved'
  if (state?.isFilled ?? isFilled(note.text)) return 'written'
  return missing && !state ? 'missing' : 'empty'
}

type Props = { parts: readonly ShownNotePart[]; open: OpenParts }

/** Lists the parts with their states. A press moves to the part and puts the focus into its field. On a phone, the list is one row that scrolls. */
export function PartList({ parts, open }: Props) {
  const { t } = useTranslation('note')
  const jump = (key: string) => {
    const element = document.getElementById(partElementId(key))
    const editor = open.editors.get(key)
    // A part in conflict has no field.
    if (editor && open.states[key]?.phase !== 'conflict') editor.focus()
    else element?.focus()
    element?.scrollIntoView({ block: 'start' })
  }
  return (
    <nav className={classes.nav} aria-label={t('parts.list')}>
      <ScrollRow>
        <ul className={classes.list}>
          {parts.map((shown) => (
            <li key={shown.key}>
              <JumpButton shown={shown} state={stateOf(shown, open.states[shown.key])} onJump={() => jump(shown.key)} />
            </li>
          ))}
        </ul>
      </ScrollRow>
    </nav>
  )
}

type JumpProps = { shown: ShownNotePart; state: keyof typeof icons; onJump: () => void }

function JumpButton({ shown, state, onJump }: JumpProps) {
  const { t } = useTranslation('note')
  const Icon = icons[state]
  return (
    <button type="button" className={classes.jump} data-state={state} onClick={onJump}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className={classes.name}>{shown.title}</span>
      <span className={classes.said}>{t(`parts.state.${state}`)}</span>
    </button>
  )
}
