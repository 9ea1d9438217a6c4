type Numbers = Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

/** A list of numbers outside of the heap. */
export class GrowingNumbers {
  readonly #make: (length: number) => Numbers
  #numbers: Numbers
  #count = 0

  constructor(Type: Uint32ArrayConstructor | Float64ArrayConstructor) {
    this.#make = (length) => new Type(length)
    this.#numbers = this.#make(1024)
  }

  get count(): number {
    return this.#count
  }

  get last(): number | undefined {
    return this.#numbers[this.#count - 1]
  }

  set last(number: number) {
    this.#numbers[this.#count - 1] = number
  }

  push(number: number): void {
    if (this.#count === this.#numbers.length) {
      const longer = this.#make(2 * this.#count)
      longer.set(this.#numbers)
      this.#numbers = longer
    }
    this.#numbers[this.#count] = number
    this.#count += 1
  }

  at(index: number): number {
    return this.#numbers[index] as number
  }
}
