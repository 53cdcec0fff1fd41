import org.mustangproject.validator.ZUGFeRDValidator;

/** Checks e-invoices with Mustang, and prints one line for each: "valid" or "invalid", and the file. */
public class CheckInvoices {
  public static void main(String[] files) {
    for (String file : files) {
      ZUGFeRDValidator validator = new ZUGFeRDValidator();
      String report = validator.validate(file);
      boolean isValid = validator.wasCompletelyValid();
      System.out.println("RESULT " + (isValid ? "valid " : "invalid ") + file);
      if (!isValid) System.out.println(report);
    }
  }
}
