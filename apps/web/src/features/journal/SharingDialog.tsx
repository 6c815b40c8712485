import type { JournalEntryDetail } from '@attune/contract/features/journal'
import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { EntryAccessLog } from './EntryAccessLog.tsx'
import { SharingSwitches } from './SharingPanel.tsx'

/** Who can read an entry, on a phone. */
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
