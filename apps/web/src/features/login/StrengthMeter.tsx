import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './fields.module.css'
import type { Strength } from './strength.ts'

const bars = { weak: 1, medium: 2, strong: 3 } as const

/** How strong a new password is: three bars and a word [4.11]. Without the estimate nothing is claimed. */
export function StrengthMeter({ password, about }: { password: string; about: string[] }) {
  const { t } = useTranslation('login')
  const [found, setFound] = useState<{ password: string; strength: Strength } | null>(null)
  const facts = about.join('\n')
  useEffect(() => {
    if (!password) return
    let current = true
    void import('./strength.ts')
      .then(({ strengthOf }) => strengthOf(password, facts.split('\n')))
      .then((strength) => current && setFound({ password, strength }))
      .catch(() => null)
    return () => {
      current = false
    }
  }, [password, facts])
  const strength = password ? found?.strength : undefined
  return (
    <div className={classes.strength} data-strength={strength}>
      {[1, 2, 3].map((bar) => (
        <i key={bar} data-on={(strength && bar <= bars[strength]) || undefined} />
      ))}
      <span role="status">{strength && t(`strength.${strength}`)}</span>
    </div>
  )
}
