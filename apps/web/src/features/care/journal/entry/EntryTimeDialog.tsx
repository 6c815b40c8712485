import { instantOf, isDay, isClockTime, wallClockOf } from '@attune/contract/common/time/time'
import { Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { TimeInput } from '../../../../ui/input/TimeInput.tsx'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'

type Props = { writtenAt: string; onClose: () => void; onWhen: (writtenAt: string) => void }

/** Changes the day and time of an entry, for example if the client writes about an earlier day. */
export function EntryTimeDialog({ writtenAt, onClose, onWhen }: Props) {
  const { t } = useTranslation('journal')
  const { zone } = useLocale()
  const [wall, setWall] = useState(() => wallClockOf(writtenAt, zone))
  const [wrong, setWrong] = useState(false)
  const put = () => {
    if (!isDay(wall.day) || !isClockTime(wall.time)) return setWrong(true)
    onWhen(instantOf(wall.day, wall.time, zone))
    onClose()
  }
  return (
    <FormDialog
      title={t('when.title')}
      submit={t('when.submit')}
      back={t('cancel')}
      busy={false}
      onClose={onClose}
      onSubmit={put}
    >
      <Group grow align="flex-start">
        <DateInput
          label={t('when.day')}
          past
          value={wall.day}
          error={wrong && t('when.wrong')}
          onChange={(day) => setWall({ ...wall, day })}
        />
        <TimeInput label={t('when.time')} value={wall.time} onChange={(time) => setWall({ ...wall, time })} />
      </Group>
    </FormDialog>
  )
}
