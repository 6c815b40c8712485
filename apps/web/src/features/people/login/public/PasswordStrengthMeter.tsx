import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './LoginFields.module.css'
import type { PasswordAdvice, PasswordStrength } from '../password/strength.ts'

const bars = { weak: 1, medium: 2, strong: 3 } as const

/**
 * Shows the strength of a new password as three bars, a word and advice [4.11]. The bars, the word and the advice are
 * empty until the estimator is loaded.
 */
export function PasswordStrengthMeter({ password, about }: { password: string; about: string[] }) {
  // Loads the texts without suspending, because the password field must render before they are loaded.
  const { t, ready } = useTranslation('passwordStrength', { useSuspense: false })
  const [found, setFound] = useState<{ strength: PasswordStrength; advice: PasswordAdvice } | null>(null)
  const facts = about.join('\n')
  useEffect(() => {
    if (!password) return
    let current = true
    void import('../password/strength.ts')
      .then(({ estimatePasswordStrength: strengthOf }) => strengthOf(password, facts.split('\n')))
      .then((estimate) => current && setFound(estimate))
      .catch(() => null)
    return () => {
      current = false
    }
  }, [password, facts])
  const { strength, advice } = (password && ready && found) || {}
  return (
    <div className={classes.strength} data-strength={strength}>
      {[1, 2, 3].map((bar) => (
        <i key={bar} data-on={(strength && bar <= bars[strength]) || undefined} />
      ))}
      <span role="status">
        {strength && t(strength)}
        {advice && <span className={classes.advice}> {t(`help.${advice}`)}</span>}
      </span>
    </div>
  )
}
