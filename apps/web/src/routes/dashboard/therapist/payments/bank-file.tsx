import { createFileRoute } from '@tanstack/react-router'
import { BankFilePage } from '../../../../features/billing/payment/bank-file/BankFilePage.tsx'

export const Route = createFileRoute('/dashboard/therapist/payments/bank-file')({ component: BankFilePage })
