// Takes the lock named in argv, says so, and holds it until it is killed.
import { takeLock } from './lock.ts'

await takeLock(process.argv[2] ?? '')
console.log('held')
setInterval(() => {}, 1000)
