import { trashDays } from '@attune/contract/features/care/journal/journal.rules'
import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { api } from '../../../../platform/api/api.ts'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useInvalidateJournal } from '../use-live-journal.ts'

const DiscardDialog = lazyNamed(() => import('../../../../ui/dialog/DiscardDialog.tsx'), 'DiscardDialog')

const isShared = (entry: JournalEntryDetail) => entry.shares.length > 0

/** The menu that moves an entry to the trash. Asks first if the entry is shared, because the therapists lose access. */
export function EntryMenu({ entry, onGone }: { entry: JournalEntryDetail; onGone: () => void }) {
  const { t } = useTranslation('journal')
  const bin = useMoveToTrash(entry, onGone)
  const [asked, setAsked] = useState(false)
  const shared = isShared(entry)
  return (
    <>
      <ActionMenu
        label={t('entryMenu')}
        items={[
          {
            label: t('bin.move'),
            icon: IconTrash,
            danger: true,
            onClick: () => (shared ? setAsked(true) : bin.mutate()),
          },
        ]}
      />
      {asked && (
        <DiscardDialog
          title={t('bin.sharedTitle')}
          text={t('bin.sharedText', { count: trashDays })}
          stay={t('bin.keep')}
          leave={t('bin.move')}
          onStay={() => setAsked(false)}
          onLeave={() => {
            setAsked(false)
            bin.mutate()
          }}
        />
      )}
    </>
  )
}

/**
 * Returns a mutation that moves the entry to the trash and shows a toast that offers to restore it. A restored entry is private. For an entry that
 * was shared, the action is therefore called 'Restore' instead of 'Undo'. A second toast then says that only the client can read the entry.
 */
function useMoveToTrash(entry: JournalEntryDetail, onGone: () => void) {
  const { t } = useTranslation('journal')
  const { id } = entry
  const shared = isShared(entry)
  const changed = useInvalidateJournal()
  const restore = useMutation({
    mutationFn: () => api.journal.restore({ id }),
    onSuccess: () => {
      if (shared) toast.success(t('bin.restored'))
      return changed()
    },
    onError: () => toast.error(t('bin.restoreFailed')),
  })
  return useMutation({
    mutationFn: () => api.journal.trash({ id }),
    onSuccess: () => {
      onGone()
      void changed()
      toast({
        variant: 'success',
        title: t('bin.done', { count: trashDays }),
        action: { label: t(shared ? 'bin.restore' : 'bin.undo'), onClick: () => restore.mutate() },
      })
    },
    onError: () => toast.error(t('bin.failed')),
  })
}
