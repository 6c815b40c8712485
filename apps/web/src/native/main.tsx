import '../ui/styles.ts'
import '../ui/native.css'
import { capacitorPort } from '../platform/native/capacitor-port.ts'
import { startNativeApp } from './start.tsx'

await startNativeApp(capacitorPort)
