import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { usePhone } from '../../../../ui/page/use-phone.ts'
import { SlotPicker } from '../booking/SlotPicker.tsx'
import { useFreeTimes } from '../booking/use-free-times.ts'
import { timetableRanges, type TimetableDraft } from './draft.ts'

type Props = { week: TimetableDraft; onClose: () => void }

/** Shows the free times that clients would see if the edited timetable were saved. */
export function TimetablePreviewDialog({ week, onClose }: Props) {
  const { t } = useTranslation('timetable')
  const phone = usePhone()
  const times = useFreeTimes((wanted) => {
    const input = { weekly: timetableRanges(week), rules: week.rules, ...wanted }
    return {
      queryKey: orpc.availability.preview.queryKey({ input }),
      queryFn: ({ signal }) => api.availability.preview(input, { signal }),
    }
  })
  return (
    <Dialog title={t('preview.title')} size={820} fullScreen={phone} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {t('preview.hint')}
      </Text>
      {times.data && times.data.formats.length === 0 ? (
        <Text mt="md">{t('preview.nothing')}</Text>
      ) : (
        <SlotPicker times={times} chosen={null} />
      )}
    </Dialog>
  )
}
