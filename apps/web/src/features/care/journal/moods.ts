import { IconMoodCry, IconMoodHappy, IconMoodNeutral, IconMoodSad, IconMoodSmile } from '@tabler/icons-react'

/** The translation keys of the moods 1 to 5. */
export const moodKeys = ['veryHard', 'hard', 'middle', 'good', 'veryGood'] as const
export const moodIcons = [IconMoodCry, IconMoodSad, IconMoodNeutral, IconMoodSmile, IconMoodHappy] as const
