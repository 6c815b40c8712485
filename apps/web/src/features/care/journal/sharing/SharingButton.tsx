import { IconChevronRight, IconLock, IconShare2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { UpdatePublished, usePublishedText } from './PublishedVersion.tsx'
import classes from './sharing.module.css'
import type { SharingProps } from './SharingPanel.tsx'
import { hasAccess, useReaders, useSharing } from './use-sharing.ts'

const SharingSwitch = lazyNamed(() => import('./SharingPanel.tsx'), 'SharingSwitch')
const SharingDialog = lazyNamed(() => import('./SharingDialog.tsx'), 'SharingDialog')

/**
 * A bar above the text for screens without space for the panel. It shows who can read the entry, opens the dialog to change this, and offers to
 * publish later changes. A client with one therapist shares with the switch in the bar.
 */
export function SharingButton(sharing: SharingProps) {
  const { t } = useTranslation('journal')
  const [open, setOpen] = useState(false)
  const { entry } = sharing
  const published = usePublishedText(entry)
  const { readers } = useReaders(entry)
  const inBar = useSharing(entry, sharing.onSave)
  const only = readers.length === 1 ? readers[0] : undefined
  const saveOrClose = async () => {
    const saved = await sharing.onSave()
    // The dialog covers the editor, which shows the reason if the text was not saved.
    if (saved === null) setOpen(false)
    return saved
  }
  return (
    <div className={classes.shareBar} data-shared={published !== null || undefined}>
      <div className={classes.shareRow}>
        <button type="button" onClick={() => setOpen(true)}>
          <StatusBadge icon={published ? IconShare2 : IconLock} tone={published ? 'info' : 'quiet'}>
            {published ?? t('onlyYou')}
          </StatusBadge>
          <span>
            {!only && t(published ? 'share.change' : 'share.submit')}
            <IconChevronRight size={16} aria-hidden />
          </span>
        </button>
        {only && (
          <span className={classes.shareSwitch}>
            <span aria-hidden>{t('share.submit')}</span>
            <SharingSwitch reader={only} canRead={hasAccess(entry, only)} sharing={inBar} />
          </span>
        )}
      </div>
      <FormError>{inBar.isOffline ? t('share.offline') : null}</FormError>
      {entry && (
        <div className={classes.published}>
          <UpdatePublished {...sharing} entry={entry} />
        </div>
      )}
      {open && <SharingDialog {...sharing} onSave={saveOrClose} onClose={() => setOpen(false)} />}
    </div>
  )
}
