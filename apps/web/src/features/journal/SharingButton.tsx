import { IconChevronRight, IconLock, IconShare2 } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { StatusBadge } from '../../ui/page/StatusBadge.tsx'
import { firstNameOf } from './first-name.ts'
import { PublishedVersion } from './PublishedVersion.tsx'
import classes from './sharing.module.css'
import type { SharingProps } from './SharingPanel.tsx'

const ShareDialog = lazyNamed(() => import('./SharingDialog.tsx'), 'SharingDialog')

/**
 * A bar above the text where there is no room for the panel. It says who can read the entry, opens the dialog to change
 * this, and offers to publish what was written since.
 */
export function SharingButton(sharing: SharingProps) {
  const { t } = useTranslation('journal')
  const [open, setOpen] = useState(false)
  const { entry, dirty } = sharing
  const [first, ...others] = (entry?.shares ?? []).map(({ therapist }) => firstNameOf(therapist.name))
  const words = first
    ? others.length > 0
      ? t('sharedWithMore', { name: first, count: others.length })
      : t('sharedWith', { name: first })
    : t('onlyYou')
  const isBehind = entry?.published && (dirty || !entry.published.isCurrent)
  const saveOrClose = async () => {
    const saved = await sharing.onSave()
    // The dialog covers the editor, which shows why the text was not saved.
    if (saved === null) setOpen(false)
    return saved
  }
  return (
    <div className={classes.shareBar} data-shared={first !== undefined || undefined}>
      <button type="button" onClick={() => setOpen(true)}>
        <StatusBadge icon={first ? IconShare2 : IconLock} tone={first ? 'info' : 'quiet'}>
          {words}
        </StatusBadge>
        <span>
          {t(first ? 'share.change' : 'share.submit')}
          <IconChevronRight size={16} aria-hidden />
        </span>
      </button>
      {isBehind && <PublishedVersion {...sharing} entry={entry} />}
      {open && (
        <Suspense>
          <ShareDialog {...sharing} onSave={saveOrClose} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
