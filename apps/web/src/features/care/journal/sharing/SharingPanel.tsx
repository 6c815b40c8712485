import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { Switch } from '@mantine/core'
import { IconLock, IconShare2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../../platform/login/login.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { EntryAccessLog } from './EntryAccessLog.tsx'
import { PublishedVersion } from './PublishedVersion.tsx'
import classes from './sharing.module.css'
import type { SaveResult } from '../entry/use-saved-entry.ts'
import { hasAccess, useReaders, useSharing, type Reader, type Sharing } from './use-sharing.ts'

export type SharingProps = {
  /** Null if the server does not have the entry yet. */
  entry: JournalEntryDetail | null
  /** Whether the editor has text that is not saved. */
  dirty: boolean
  /** Saves the text of the editor, so that an entry can be shared at any moment. */
  onSave: () => Promise<SaveResult>
}

/** Shows who can read and who has opened an entry, and changes its readers. Smaller screens use the dialog. */
export function SharingPanel({ entry, dirty, onSave }: SharingProps) {
  const { t } = useTranslation('journal')
  return (
    <aside className={classes.side} aria-label={t('share.title')}>
      <h2 className={classes.sideTitle}>{t('share.title')}</h2>
      <SharingSwitches entry={entry} dirty={dirty} onSave={onSave} />
      {entry && <EntryAccessLog looks={entry.looks} />}
    </aside>
  )
}

/** Lists the people who can read an entry: the client, and each therapist with a switch that starts and ends the sharing with one press. */
export function SharingSwitches({ entry, dirty, onSave }: SharingProps) {
  const { t } = useTranslation('journal')
  const me = useMe()
  const { readers, isLoaded } = useReaders(entry)
  const sharing = useSharing(entry, onSave)
  const name = me ? `${me.firstName} ${me.lastName}`.trim() || me.displayName : ''
  return (
    <>
      <ul className={classes.readers}>
        <li className={classes.reader}>
          <PersonAvatar personId={me?.id ?? ''} name={name} url={me?.avatarUrl ?? null} size={32} />
          <span className={classes.readerText}>
            <span>{t('share.you')}</span>
            <span className={classes.dim}>{t('share.always')}</span>
          </span>
        </li>
        {readers.map((reader) => (
          <ReaderRow key={reader.id} reader={reader} canRead={hasAccess(entry, reader)} sharing={sharing} />
        ))}
      </ul>
      {readers.length > 1 && !entry?.shares.length && <p className={classes.dim}>{t('share.noneChosen')}</p>}
      <FormError>{sharing.isOffline ? t('share.offline') : null}</FormError>
      {entry && <PublishedVersion entry={entry} dirty={dirty} onSave={onSave} />}
      <p className={classes.dim}>{readers.length === 0 && isLoaded ? t('share.noTherapist') : t('share.meaning')}</p>
    </>
  )
}

/** A therapist, whether this therapist can read the entry, and the switch that changes it. */
function ReaderRow({ reader, canRead, sharing }: { reader: Reader; canRead: boolean; sharing: Sharing }) {
  const { t } = useTranslation('journal')
  return (
    <li className={classes.reader}>
      <PersonAvatar personId={reader.id} name={reader.name} url={reader.avatarUrl} size={32} />
      <span className={classes.readerText}>
        <span>{reader.name}</span>
        <span role="status">
          <StatusBadge icon={canRead ? IconShare2 : IconLock} {...(canRead && { tone: 'info' })}>
            {t(canRead ? 'share.can' : 'share.cannot')}
          </StatusBadge>
        </span>
      </span>
      <SharingSwitch reader={reader} canRead={canRead} sharing={sharing} />
    </li>
  )
}

/** The switch that shares an entry with a therapist, or ends the sharing. */
export function SharingSwitch({ reader, canRead, sharing }: { reader: Reader; canRead: boolean; sharing: Sharing }) {
  const { t } = useTranslation('journal')
  return (
    <Switch
      aria-label={t('share.with', { name: reader.name })}
      checked={canRead !== (sharing.changing === reader.id)}
      disabled={sharing.changing !== null}
      onChange={(event) => (event.currentTarget.checked ? sharing.share(reader) : sharing.revoke(reader))}
    />
  )
}
