/** A file cannot be converted as it was asked. The message names the file and says what its owner can do. */
export class Unconvertible extends Error {
  override name = 'Unconvertible'
}

/** This server cannot convert a file at the moment; later it may. */
export class ConverterBusy extends Error {
  override name = 'ConverterBusy'
}
