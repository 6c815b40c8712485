import { Button } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useCacheEntry } from '../use-live-journal.ts'
import type { EntryEditing } from './use-entry-editor.ts'

type Props = { entryEditor: EntryEditing; onRestored: () => void }

/** Offers to restore an entry that was moved to the trash elsewhere while it was edited here. `onRestored` saves the text. */
export function TrashedEntry({ entryEditor: { written, draft, saving }, onRestored }: Props) {
  const { t } = useTranslation(['journal', 'common'])
  const cacheEntry = useCacheEntry()
  const restore = useMutation({
    mutationFn: () => api.journal.restore({ id: written.id }),
    onSuccess: (entry) => {
      cacheEntry(entry)
      toast.success(t('bin.restored'))
      onRestored()
    },
    onError: (error) => {
      // The entry was deleted permanently in the meantime. The save is refused too, and its message offers the remaining choices.
      if (errorCode(error) === 'NOT_FOUND') onRestored()
      else toast.error(t('bin.restoreFailed'))
    },
  })
  return (
    <Callout kind="danger" urgent title={t('error.notSaved')}>
      {t('error.inBin')} {t(draft.stored ? 'error.kept' : 'common:outcome.pageOnly')}
      <div>
        <Button
          mt="sm"
          variant="default"
          leftSection={<IconRestore size={18} aria-hidden />}
          loading={restore.isPending || saving}
          onClick={() => restore.mutate()}
        >
          {t('bin.restore')}
        </Button>
      </div>
    </Callout>
  )
}
