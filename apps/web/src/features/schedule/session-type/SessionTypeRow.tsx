import type { SessionType } from '@attune/contract/features/schedule/session-type/session-type'
import { IconArchive, IconChevronDown, IconChevronUp, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { ArchivableRow, RestoreButton, RowButton } from '../../../ui/list/ArchivableList.tsx'
import { durationText } from '../../../ui/page/date-text.ts'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { SessionTypeLabel } from './SessionTypeLabel.tsx'
import { useArchiveSessionType } from './use-session-types.ts'

type Props = {
  type: SessionType
  onEdit: () => void
  /** Moves the type up in the list (`onUp`) or down (`onDown`); null at the start or the end of the list. */
  onUp: (() => void) | null
  onDown: (() => void) | null
}

/** A session type of the list with its details, and the buttons to sort, edit and archive it. */
export function SessionTypeRow({ type, onEdit, onUp, onDown }: Props) {
  const { t } = useTranslation('sessionType')
  const archive = useArchiveSessionType()
  const name = { name: type.name }
  return (
    <RowOfType type={type}>
      <RowButton icon={IconChevronUp} label={t('up', name)} onClick={onUp} />
      <RowButton icon={IconChevronDown} label={t('down', name)} onClick={onDown} />
      <RowButton icon={IconPencil} label={t('edit', name)} onClick={onEdit} />
      <RowButton
        icon={IconArchive}
        label={t('archive', name)}
        onClick={() => archive({ id: type.id, isArchived: true })}
      />
    </RowOfType>
  )
}

/** An archived session type with the button that restores it. */
export function ArchivedSessionTypeRow({ type }: { type: SessionType }) {
  const { t } = useTranslation('sessionType')
  const archive = useArchiveSessionType()
  return (
    <RowOfType type={type}>
      <RestoreButton
        label={t('restoreOf', { name: type.name })}
        onClick={() => archive({ id: type.id, isArchived: false })}
      >
        {t('restore')}
      </RestoreButton>
    </RowOfType>
  )
}

/** A session type: its name, its details, and whether new and existing clients can book or request it. */
function RowOfType({ type, children }: { type: SessionType; children: ReactNode }) {
  const { t } = useTranslation(['sessionType', 'session'])
  const { language } = useLocale()
  const { durationMinutes, format, location, newClients, knownClients } = type
  return (
    <ArchivableRow
      name={<SessionTypeLabel type={type} />}
      facts={
        <MetaList>
          {durationText(durationMinutes, language)}
          {t(`session:format.${format}`)}
          {location}
          {newClients !== 'none' && t(`facts.new.${newClients}`)}
          {knownClients !== 'none' && t(`facts.known.${knownClients}`)}
        </MetaList>
      }
    >
      {children}
    </ArchivableRow>
  )
}
