import type { SessionType } from '@attune/contract/features/session-type'
import { ActionIcon, Button } from '@mantine/core'
import { IconArchive, IconChevronDown, IconChevronUp, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../platform/use-locale.ts'
import type { IconType } from '../../ui/page/StatusBadge.tsx'
import { durationText } from '../../ui/page/date-text.ts'
import { MetaList } from '../../ui/page/MetaList.tsx'
import { Section } from '../../ui/page/Section.tsx'
import classes from './session-type.module.css'
import { SessionTypeLabel } from './SessionTypeLabel.tsx'
import { useArchiveSessionType } from './use-session-types.ts'

type Props = {
  type: SessionType
  onEdit: () => void
  /** Moves the type in the list; null at its start or end. */
  onUp: (() => void) | null
  onDown: (() => void) | null
}

/** A session type of the list with its facts, and the buttons to sort, edit and archive it. */
export function SessionTypeRow({ type, onEdit, onUp, onDown }: Props) {
  const { t } = useTranslation('sessionType')
  const archive = useArchiveSessionType()
  const name = { name: type.name }
  return (
    <li className={classes.row}>
      <SessionTypeFacts type={type} />
      <div className={classes.buttons}>
        <RowButton icon={IconChevronUp} label={t('up', name)} onClick={onUp} />
        <RowButton icon={IconChevronDown} label={t('down', name)} onClick={onDown} />
        <RowButton icon={IconPencil} label={t('edit', name)} onClick={onEdit} />
        <RowButton
          icon={IconArchive}
          label={t('archive', name)}
          onClick={() => archive({ id: type.id, isArchived: true })}
        />
      </div>
    </li>
  )
}

type ButtonProps = { icon: IconType; label: string; onClick: (() => void) | null }

const RowButton = ({ icon: Icon, label, onClick }: ButtonProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={36}
    aria-label={label}
    disabled={!onClick}
    onClick={onClick ?? undefined}
  >
    <Icon size={18} stroke={1.6} aria-hidden />
  </ActionIcon>
)

/** The name, the facts of a session type, and who may book it. */
function SessionTypeFacts({ type }: { type: SessionType }) {
  const { t } = useTranslation(['sessionType', 'session'])
  const { language } = useLocale()
  const { durationMinutes, format, location, newClients, knownClients } = type
  return (
    <div className={classes.words}>
      <span className={classes.name}>
        <SessionTypeLabel type={type} />
      </span>
      <MetaList>
        {durationText(durationMinutes, language)}
        {t(`session:format.${format}`)}
        {location}
        {newClients !== 'none' && t(`facts.new.${newClients}`)}
        {knownClients !== 'none' && t(`facts.known.${knownClients}`)}
      </MetaList>
    </div>
  )
}

/** The archived session types, each with a button that restores it. */
export function ArchivedSessionTypes({ types }: { types: SessionType[] }) {
  const { t } = useTranslation('sessionType')
  const archive = useArchiveSessionType()
  return (
    <Section title={t('archivedTitle')} count={types.length} hint={t('archivedHint')} rows>
      <ul className={classes.list}>
        {types.map((type) => (
          <li key={type.id} className={classes.row}>
            <SessionTypeFacts type={type} />
            <div className={classes.buttons}>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('restoreOf', { name: type.name })}
                onClick={() => archive({ id: type.id, isArchived: false })}
              >
                {t('restore')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
