import { IconChevronRight, IconLock, IconShare2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { UpdatePublished, usePublishedText } from './PublishedVersion.tsx'
import classes from './sharing.module.css'
import type { SharingProps } from './SharingPanel.tsx'

const SharingDialog = lazyNamed(() => import('./SharingDialog.tsx'), 'SharingDialog')

/**
 * A bar above the text for screens without space for the panel. It tells who can read the entry, opens the dialog to change this, and offers to
 * publish later changes.
 */
export function SharingButton(sharing: SharingProps) {
  const { t } = useTranslation('journal')
  const [open, setOpen] = useState(false)
  const { entry } = sharing
  const published = usePublishedText(entry)
  const saveOrClose = async () => {
    const saved = await sharing.onSave()
    // The dialog covers the editor, which shows the reason if the text was not saved.
    if (saved === null) setOpen(false)
    return saved
  }
  return (
    <div className={classes.shareBar} data-shared={published !== null || undefined}>
      <button type="button" onClick={() => setOpen(true)}>
        <StatusBadge icon={published ? IconShare2 : IconLock} tone={published ? 'info' : 'quiet'}>
          {published ?? t('onlyYou')}
        </StatusBadge>
        <span>
          {t(published ? 'share.change' : 'share.submit')}
          <IconChevronRight size={16} aria-hidden />
        </span>
      </button>
      {entry && (
        <div className={classes.published}>
          <UpdatePublished {...sharing} entry={entry} />
        </div>
      )}
      {open && <SharingDialog {...sharing} onSave={saveOrClose} onClose={() => setOpen(false)} />}
    </div>
  )
}
