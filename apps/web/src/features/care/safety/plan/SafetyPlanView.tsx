import { Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { contactPlanParts, textPlanParts, type SafetyPlanPart, type SafetyPlanContent } from './plan.ts'
import { phoneHref } from '../../../../ui/base/phone-href.ts'
import classes from '../safety.module.css'

/** Shows a safety plan: warning signs, things that help, and people to call with one tap. */
export function SafetyPlanView({ plan }: { plan: SafetyPlanContent }) {
  const { t } = useTranslation('safety')
  return (
    <div className={classes.parts}>
      {textPlanParts.map((part) => (
        <PartOf key={part} part={part} empty={plan[part].length === 0}>
          <ul className={`${classes.lines} ${classes.texts}`}>
            {plan[part].map((line, place) => (
              <li key={place}>{line}</li>
            ))}
          </ul>
        </PartOf>
      ))}
      {contactPlanParts.map((part) => (
        <PartOf key={part} part={part} empty={plan[part].length === 0}>
          <ul className={classes.lines}>
            {plan[part].map(({ name, phone }, place) => (
              <li key={place} className={classes.person}>
                <span>{name}</span>
                {phone && (
                  <Button
                    component="a"
                    variant="default"
                    href={phoneHref(phone)}
                    leftSection={<IconPhone size={18} stroke={1.6} aria-hidden />}
                    aria-label={t('now.call', { name, number: phone })}
                  >
                    {phone}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </PartOf>
      ))}
    </div>
  )
}

function PartOf({ part, empty, children }: { part: SafetyPlanPart; empty: boolean; children: React.ReactNode }) {
  const { t } = useTranslation('safety')
  return (
    <section className={classes.part}>
      <h3>{t(`parts.${part}`)}</h3>
      {empty ? <p className={classes.small}>{t('nothingYet')}</p> : children}
    </section>
  )
}
