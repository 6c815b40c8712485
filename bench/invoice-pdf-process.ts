// Makes 100 PDFs with the renderer's program in this process, and prints its CPU time in milliseconds and its peak memory in megabytes.
import { makePdf } from '../apps/server/src/features/billing/billing-document/pdf/document.ts'
import { benchOrders } from './invoice-pdf.ts'

const begun = process.cpuUsage()
for (const order of benchOrders()) await makePdf(order)
const { user, system } = process.cpuUsage(begun)
console.log(JSON.stringify({ cpu: (user + system) / 1000, megabytes: process.resourceUsage().maxRSS / 1024 }))
