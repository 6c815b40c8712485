import type { JournalEntryDetail } from '@attune/contract/features/journal'
import { IconChevronRight, IconLock, IconShare2 } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { StatusBadge } from '../../ui/page/StatusBadge.tsx'
import classes from './sharing.module.css'

const ShareDialog = lazyNamed(() => import('./SharingDialog.tsx'), 'SharingDialog')

/** A button above the text on a phone. It says who can read the entry, and opens the dialog to change this. */
export function SharingButton({ entry }: { entry: JournalEntryDetail }) {
  const { t } = useTranslation('journal')
  const [open, setOpen] = useState(false)
  const [first, ...others] = entry.shares.map(({ therapist }) => therapist.name)
  const words = first
    ? others.length > 0
      ? t('sharedWithMore', { name: first, count: others.length })
      : t('sharedWith', { name: first })
    : t('onlyYou')
  return (
    <>
      <button
        type="button"
        className={classes.shareBar}
        data-shared={first !== undefined || undefined}
        onClick={() => setOpen(true)}
      >
        <StatusBadge icon={first ? IconShare2 : IconLock} tone={first ? 'info' : 'quiet'}>
          {words}
        </StatusBadge>
        <span>
          {t('share.change')}
          <IconChevronRight size={16} aria-hidden />
        </span>
      </button>
      {open && (
        <Suspense>
          <ShareDialog entry={entry} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
