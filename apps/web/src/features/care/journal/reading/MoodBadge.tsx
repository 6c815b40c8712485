import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { moodIcons, moodKeys } from '../moods.ts'

/** Shows a mood from 1 to 5 as icon and word. */
export function MoodBadge({ mood }: { mood: number }) {
  const { t } = useTranslation('sharedJournal')
  const icon = moodIcons[mood - 1]
  const moodKey = moodKeys[mood - 1]
  return icon && moodKey ? <StatusBadge icon={icon}>{t(`mood.${moodKey}`)}</StatusBadge> : null
}
