import { useTranslation } from 'react-i18next'
import classes from './entry.module.css'
import { moodIcons, moodKeys } from '../moods.ts'

/** Edits a mood from 1 to 5; null is no mood. Pressing the selected level clears the mood. */
export function MoodField({ mood, onMood }: { mood: number | null; onMood: (mood: number | null) => void }) {
  const { t } = useTranslation('journal')
  return (
    <div className={classes.field} role="group" aria-label={t('mood.label')}>
      <span className={classes.fieldName}>{t('mood.label')}</span>
      <div className={classes.moods}>
        {moodIcons.map((Icon, index) => {
          const label = t(`mood.${moodKeys[index] ?? 'middle'}`)
          return (
            <button
              key={label}
              type="button"
              className={classes.mood}
              aria-label={label}
              title={label}
              aria-pressed={mood === index + 1}
              onClick={() => onMood(mood === index + 1 ? null : index + 1)}
            >
              <Icon size={24} stroke={1.6} aria-hidden />
            </button>
          )
        })}
        {mood !== null && <span className={classes.moodWord}>{t(`mood.${moodKeys[mood - 1] ?? 'middle'}`)}</span>}
      </div>
    </div>
  )
}
