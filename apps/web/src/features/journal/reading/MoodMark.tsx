import { useTranslation } from 'react-i18next'
import { Mark } from '../../../ui/Mark.tsx'
import { moodIcons, moodWords } from '../moods.ts'

/** A mood, 1 to 5, as icon and word. */
export function MoodMark({ mood }: { mood: number }) {
  const { t } = useTranslation('sharedJournal')
  const icon = moodIcons[mood - 1]
  const words = moodWords[mood - 1]
  return icon && words ? <Mark icon={icon}>{t(`mood.${words}`)}</Mark> : null
}
