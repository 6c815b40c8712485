import type { JournalEntryDetail } from '@attune/contract/features/journal'
import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { EntryAccessLog } from './EntryAccessLog.tsx'
import { SharingSwitches } from './SharingPanel.tsx'

/** Shows and changes, on a phone, who can read an entry. Also shows who has opened it. */
export function SharingDialog({ entry, onClose }: { entry: JournalEntryDetail; onClose: () => void }) {
  const { t } = useTranslation('journal')
  return (
    <Dialog title={t('share.title')} onClose={onClose}>
      <Stack gap="md">
        <SharingSwitches entry={entry} dirty={false} />
        <div>
          <EntryAccessLog looks={entry.looks} />
        </div>
      </Stack>
    </Dialog>
  )
}
