import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../ui/page/Section.tsx'
import classes from './client-home.module.css'

type Props = { steps: Record<'connect' | 'session' | 'entry', boolean> }

const order = ['connect', 'session', 'entry'] as const

/** The first three steps of a client, each with whether it is done. The next step has an explanation. */
export function WelcomeCard({ steps }: Props) {
  const { t } = useTranslation('dashboard')
  const next = order.find((step) => !steps[step])
  return (
    <Section title={t('welcome.title')} hint={t('welcome.hint')}>
      <ol className={classes.steps}>
        {order.map((step) => (
          <li key={step} data-done={steps[step] || undefined} aria-current={step === next ? 'step' : undefined}>
            {steps[step] ? (
              <IconCircleCheck size={22} stroke={1.75} aria-hidden />
            ) : (
              <IconCircleDashed size={22} stroke={1.75} aria-hidden />
            )}
            <span>
              <strong>{t(`welcome.${step}.title`)}</strong>
              {steps[step] && <VisuallyHidden>{t('welcome.done')}</VisuallyHidden>}
              {step === next && <span className={classes.why}>{t(`welcome.${step}.text`)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
