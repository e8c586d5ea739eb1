/** Why a database is not copied. The message is for the operator and says what to do. Nothing was copied. */
export class CopyRefusal extends Error {
  override readonly name = "CopyRefusal";
}
